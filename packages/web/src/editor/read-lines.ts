/** The JSON values of a stream of lines, as they arrive. A line that is not JSON ends the reading with an error. */
export async function* readLines(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<unknown, void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as unknown
    }
    if (rest.trim() !== '') yield JSON.parse(rest) as unknown
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
