import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A site of another owner, whose pages show an address in a frame. They store the frame's messages in `heard`, and `send` sends it a
 * message, like hosts of embeds.
 */
export async function startHost(): Promise<{ origin: string; server: Server }> {
  const server = createServer((request, response) => {
    const shown = new URL(request.url ?? '/', 'http://host').searchParams.get('shows') ?? ''
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><html lang="en"><title>Host</title><style>body { margin: 0 } iframe { border: 0; width: 100%; height: 95vh }</style>
      <script>
        var heard = []
        addEventListener('message', ({ origin, data }) => heard.push({ origin, ...data }))
        var count = (type) => heard.filter((message) => message.type === type).length
        var send = (message) => {
          const { contentWindow, src } = document.querySelector('iframe')
          contentWindow.postMessage(message, new URL(src).origin)
        }
      </script>
      <iframe title="Embed" src="${shown.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`,
    )
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  // Another host name is another site for the browser, with separate storage and cookies.
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, server }
}
