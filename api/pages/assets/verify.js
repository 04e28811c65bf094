/** Sends a chosen file in the form, as text: an upload would need another way to read requests. */

const form = document.getElementById('verify')
const input = document.getElementById('certificate-file')

form.addEventListener('submit', async (event) => {
  const [file] = input.files
  if (!file) return
  event.preventDefault()
  form.elements.file.value = base64url(new Uint8Array(await file.arrayBuffer()))
  form.submit()
})

function base64url (bytes) {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
