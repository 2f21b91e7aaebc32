import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'

/** A form with the artifacts of a dbt run that describe one table. */
export async function dbtForm(): Promise<Buffer> {
  const node = { resource_type: 'model', schema: 'public', name: 'orders', description: 'Orders.' }
  const tar = pack()
  tar.entry({ name: 'target/manifest.json' }, JSON.stringify({ nodes: { 'model.shop.orders': node } }))
  tar.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of tar) chunks.push(chunk as Buffer)
  const head = '--matrix-form\r\ncontent-disposition: form-data; name="artifacts"; filename="artifacts.tar.gz"\r\n\r\n'
  return Buffer.concat([Buffer.from(head), gzipSync(Buffer.concat(chunks)), Buffer.from('\r\n--matrix-form--\r\n')])
}
