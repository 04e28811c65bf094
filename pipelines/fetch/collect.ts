/** All bytes of a stream. Throws the error of `tooLong` as soon as there are more than `most`. */
export async function collect (
  stream: AsyncIterable<Uint8Array>, most: number, tooLong: () => Error
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > most) throw tooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
