import type { ApiConnector, ApiConnectorTestResult, ApiCredential } from '@octavo/core/contract'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type Peer, type PeerRequest, startPeer } from '../../services/api-connectors/testing.ts'
import type { OpenStore } from '../../store/testing.ts'
import { requestsOf, useServer } from '../testing.ts'
import { buildTestServices } from './testing.ts'

/** A part of every secret in these tests, to search for in responses. */
export const canary = 'canary-7Qx'
export const path = '/v2/api-connectors'

export const request = { method: 'GET', url: '', headers: [], pathParams: [], queryParams: [], body: '' }
export const dynamic = (key: string, more: object = {}) => ({ key, mode: 'dynamic', ...more })
export const fixed = (key: string, value: string | null) => ({ key, mode: 'static', value })

/** A server with API connectors, and a server for them to call. */
export function useConnectors(openStore: OpenStore) {
  const server = useServer(openStore, (platform) => buildTestServices(platform).routes)
  let peer: Peer | undefined
  beforeAll(async () => {
    peer = await startPeer()
  })
  afterAll(async () => peer?.close())
  const peerOf = (): Peer => {
    if (!peer) throw new Error('The called server is started before the first test, not before the suite.')
    return peer
  }
  beforeEach(() => {
    peerOf().answer = null
    peerOf().received.length = 0
  })
  const { send } = requestsOf(server, 'admin')
  const make = async (params: object, more: object = {}): Promise<ApiConnector> => {
    const body = { name: 'Orders', params: { ...request, url: `${peerOf().url}/echo`, ...params }, ...more }
    const answer = await send('POST', path, body)
    expect(answer.status, answer.text).toBe(200)
    return answer.body as ApiConnector
  }
  const credential = async (input: object, allowlist = ['127.0.0.*']): Promise<string> => {
    const answer = await send('POST', '/v2/api-credentials', { name: 'Key', allowlist, credential: input })
    expect(answer.status, answer.text).toBe(200)
    return (answer.body as ApiCredential).apiCredentialId
  }
  const call = ({ apiConnectorId }: ApiConnector, values?: object) =>
    send('POST', `${path}/${apiConnectorId}/test`, values)
  const called = async (connector: ApiConnector, values?: object): Promise<ApiConnectorTestResult> => {
    const answer = await call(connector, values)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text).not.toContain(canary)
    return answer.body as ApiConnectorTestResult
  }
  const callOf = async (params: object, more: object = {}, values?: object) => called(await make(params, more), values)
  const last = (): PeerRequest => {
    const received = peerOf().received.at(-1)
    if (!received) throw new Error('Nothing was called.')
    return received
  }
  const events = async () =>
    JSON.stringify(await server().platform.store.db.selectFrom('audit_events').selectAll().execute())
  return { server, peer: peerOf, send, make, credential, call, called, callOf, last, events }
}
