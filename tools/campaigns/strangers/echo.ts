// Sends back what it is sent: how long that takes is what the machine itself makes one wait.
import { createServer, type AddressInfo } from 'node:net'

const server = createServer((socket) => {
  socket.on('error', () => {})
  socket.pipe(socket)
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())
