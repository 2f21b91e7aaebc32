import type { ApiCredentialInput, ApiCredentialView } from '@octavo/core/contract'
import type { Problem } from '@octavo/core/errors'
import { addressProblem, globProblem, headerNameProblem, isHeaderValue } from './web-addresses.ts'

/** The secret fields of a credential by their names. */
export type CredentialSecrets = Readonly<Record<string, string>>

export interface CredentialParts {
  /** The part that API responses and audit events show. */
  view: ApiCredentialView
  secrets: CredentialSecrets
}

/** Splits a credential into its public part and its secrets. Unknown fields of the request are dropped. */
export function partsOf(input: ApiCredentialInput): CredentialParts {
  const { authMethod } = input
  switch (authMethod) {
    case 'basic':
      return {
        view: { authMethod, basic: { username: input.basic.username } },
        secrets: { password: input.basic.password },
      }
    case 'bearer':
      return { view: { authMethod }, secrets: { token: input.bearer.token } }
    case 'apiKey': {
      const { key, isQueryParam, value } = input.apiKey
      return { view: { authMethod, apiKey: { key, isQueryParam } }, secrets: { value } }
    }
    case 'oAuthClientCredentials': {
      const { clientSecret, ...open } = input.oAuthClientCredentials
      return { view: { authMethod, oAuthClientCredentials: open }, secrets: { clientSecret } }
    }
    case 'awsSigV4': {
      const { secretAccessKey, sessionToken, ...open } = input.awsSigV4
      return {
        view: { authMethod, awsSigV4: open },
        secrets: { secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) },
      }
    }
  }
}

/** Problems of a credential, with paths below `credential`. Messages never contain a secret. */
export function credentialProblems(input: ApiCredentialInput): Problem[] {
  const at = (field: string, message: string | null): Problem[] =>
    message === null ? [] : [{ path: `credential.${input.authMethod}.${field}`, message }]
  switch (input.authMethod) {
    case 'basic':
      return at('username', input.basic.username.includes(':') ? 'A user name of HTTP Basic has no colon.' : null)
    case 'bearer':
      return at('token', /^[\x21-\x7e]+$/.test(input.bearer.token) ? null : 'A token has no spaces and only ASCII.')
    case 'apiKey': {
      const { key, value, isQueryParam } = input.apiKey
      if (isQueryParam) return []
      return [
        ...at('key', headerNameProblem(key)),
        ...at('value', isHeaderValue(value) ? null : 'No header can have this value.'),
      ]
    }
    case 'oAuthClientCredentials':
      return at('accessTokenUrl', addressProblem(input.oAuthClientCredentials.accessTokenUrl))
    case 'awsSigV4':
      return awsProblems(input.awsSigV4, at)
  }
}

function awsProblems(
  aws: Extract<ApiCredentialInput, { authMethod: 'awsSigV4' }>['awsSigV4'],
  at: (field: string, message: string | null) => Problem[],
): Problem[] {
  const { temporaryCredentialsUrl: url, temporaryCredentialsRequestParams: params = [] } = aws
  const isWord = (text: string | undefined) => text === undefined || /^[A-Za-z0-9/_-]+$/.test(text)
  return [
    ...at('accessKeyId', isWord(aws.accessKeyId) ? null : 'This is not an access key id.'),
    ...at('region', isWord(aws.region) ? null : 'This is not the name of a region.'),
    ...at('service', isWord(aws.service) ? null : 'This is not the name of a service.'),
    ...at('sessionToken', isHeaderValue(aws.sessionToken ?? '') ? null : 'No header can have this value.'),
    ...at('temporaryCredentialsUrl', url === undefined ? null : addressProblem(url)),
    ...params.flatMap(({ key, value, sendIn }, index) => {
      if (sendIn !== 'header') return []
      const place = `temporaryCredentialsRequestParams[${index}]`
      return [
        ...at(`${place}.key`, headerNameProblem(key)),
        ...at(`${place}.value`, isHeaderValue(value) ? null : 'No header can have this value.'),
      ]
    }),
  ]
}

export function allowlistProblems(allowlist: readonly string[]): Problem[] {
  if (allowlist.length === 0) {
    const message = 'Name at least one host that the credential is for; "*" stands for every host.'
    return [{ path: 'allowlist', message }]
  }
  return allowlist.flatMap((glob, index) => {
    const message = globProblem(glob)
    return message === null ? [] : [{ path: `allowlist[${index}]`, message }]
  })
}
