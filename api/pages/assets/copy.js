/** Copies the text of the element that a button names. */

for (const button of document.querySelectorAll('button[data-copies]')) {
  const label = button.textContent
  button.hidden = !navigator.clipboard // only there over https and on this machine
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent)
    button.textContent = 'Copied'
    setTimeout(() => { button.textContent = label }, 2000)
  })
}
