import { hostname } from 'node:os'
import type { OperationDefinition } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/index.ts'

/** The server's addresses as seen by one request. */
export interface KnownAddresses {
  /** Public address of the API without a trailing slash, for addresses in responses. */
  baseUrl: string
  /** For links that contain a secret: never from the Host header, which a stranger may set. */
  linkUrl: string
  /** The token endpoint is POST `/v2/auth/token` of this address. */
  authUrl: string
  isHttps: boolean
}

const tokenPath = '/v2/auth/token'

export type ServerAddresses = ReturnType<typeof createServerAddresses>

/**
 * The addresses under which people and programs reach the server. `listeningUrl` is the address that it listens on, null before it listens.
 */
export function createServerAddresses(
  { publicUrl, authUrl, trustedProxies }: Pick<Config, 'publicUrl' | 'authUrl' | 'trustedProxies'>,
  listeningUrl: () => string | null,
) {
  const authHost = hostOf(authUrl)
  const isSeparate = authHost !== null && authHost !== hostOf(publicUrl)
  const isHttps = (request: FastifyRequest): boolean =>
    request.protocol === 'https' || publicUrl?.startsWith('https:') === true

  return {
    isHttps,

    of(request: FastifyRequest): KnownAddresses {
      const baseUrl = publicUrl ?? requestedUrl(request)
      return {
        baseUrl,
        linkUrl: publicUrl ?? ownUrl(request, trustedProxies.length > 0),
        authUrl: authUrl ?? baseUrl,
        isHttps: isHttps(request),
      }
    },

    /** Origins of pages of this server. */
    ownOrigins(request: FastifyRequest): string[] {
      return [requestedUrl(request), ...(publicUrl === null ? [] : [new URL(publicUrl).origin])]
    },

    /**
     * With OCTAVO_AUTH_URL tokens are issued only at that address, and used everywhere else. Throws `unauthorized` with the right address
     * for a request to the wrong one.
     */
    requireRightOne(operation: OperationDefinition, request: FastifyRequest): void {
      if (!isSeparate) return
      const isAtAuthHost = request.host.toLowerCase() === authHost
      if (operation.auth === 'client') {
        if (isAtAuthHost) return
        throw new AppError('unauthorized', {
          reason: `Tokens are not issued at ${requestedUrl(request)}.`,
          hint: `Send this request to ${authUrl}${tokenPath}.`,
        })
      }
      if (!isAtAuthHost || request.headers.authorization === undefined) return
      throw new AppError('unauthorized', {
        reason: `Tokens are issued at ${authUrl}, but not accepted there.`,
        hint: `Send this request to ${publicUrl ?? listeningUrl() ?? 'the address of the API'}.`,
      })
    },
  }
}

/**
 * The additional port for OCTAVO_AUTH_URL: the port of a plain http address, unless a trusted proxy in front of the server listens there.
 * Null for none.
 */
export function authPortOf({
  authUrl,
  port,
  trustedProxies,
}: Pick<Config, 'authUrl' | 'port' | 'trustedProxies'>): number | null {
  if (authUrl === null || trustedProxies.length > 0) return null
  const url = new URL(authUrl)
  if (url.protocol !== 'http:' || url.port === '') return null
  return Number(url.port) === port ? null : Number(url.port)
}

function requestedUrl(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`
}

/**
 * The address where this server is certainly reachable. The Host header is chosen by the caller: it counts only when it names this machine,
 * or when a trusted proxy is in front of the server.
 */
function ownUrl(request: FastifyRequest, hasTrustedProxy: boolean): string {
  const { localAddress = '127.0.0.1', localPort } = request.socket
  const address = localAddress.replace(/^::ffff:/, '')
  const names = ['localhost', '127.0.0.1', '[::1]', hostname(), address, `[${address}]`]
  if (names.includes(request.hostname) || hasTrustedProxy) return requestedUrl(request)
  return `${request.protocol}://${address.includes(':') ? `[${address}]` : address}:${localPort ?? 80}`
}

function hostOf(url: string | null): string | null {
  return url === null ? null : new URL(url).host.toLowerCase()
}
