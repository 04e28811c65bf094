/** Copies the text of the element that a button names. */

const SHOWN_FOR = 2000

function show() {
  // only there over https and on this machine
  for (const button of document.querySelectorAll('button[data-copies]')) button.hidden = !navigator.clipboard
}

async function copy({ target }) {
  const button = target.closest('button[data-copies]')
  if (!button) return
  const label = button.innerHTML
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent)
  button.textContent = 'Copied'
  setTimeout(() => {
    button.innerHTML = label
  }, SHOWN_FOR)
}

document.addEventListener('click', copy)
document.addEventListener('shown', show)
show()
