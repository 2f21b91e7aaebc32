import type { ApiCredential, ApiCredentialInput } from '@octavo/core/contract'

export const methods = ['basic', 'bearer', 'apiKey', 'oAuthClientCredentials', 'awsSigV4'] as const
export type Method = (typeof methods)[number]

export type FieldName =
  | 'username'
  | 'password'
  | 'token'
  | 'key'
  | 'value'
  | 'clientId'
  | 'clientSecret'
  | 'accessTokenUrl'
  | 'scopes'
  | 'accessKeyId'
  | 'secretAccessKey'
  | 'sessionToken'
  | 'region'
  | 'service'

/** The fields of each authentication method, in the order of the form. */
export const fieldsOf: Record<Method, readonly FieldName[]> = {
  basic: ['username', 'password'],
  bearer: ['token'],
  apiKey: ['key', 'value'],
  oAuthClientCredentials: ['clientId', 'clientSecret', 'accessTokenUrl', 'scopes'],
  awsSigV4: ['accessKeyId', 'secretAccessKey', 'sessionToken', 'region', 'service'],
}
export const secretFields: ReadonlySet<FieldName> = new Set([
  'password',
  'token',
  'value',
  'clientSecret',
  'secretAccessKey',
  'sessionToken',
])
export const optionalFields: ReadonlySet<FieldName> = new Set(['scopes', 'sessionToken', 'region', 'service'])

/** The form values of a credential, as text. */
export interface SignInForm {
  method: Method
  texts: Readonly<Record<FieldName, string>>
  /** For an API key: it is sent in the query. For OAuth: client id and secret are sent in the body. */
  isElsewhere: boolean
}

const noTexts: SignInForm['texts'] = {
  username: '',
  password: '',
  token: '',
  key: '',
  value: '',
  clientId: '',
  clientSecret: '',
  accessTokenUrl: '',
  scopes: '',
  accessKeyId: '',
  secretAccessKey: '',
  sessionToken: '',
  region: '',
  service: '',
}

/** The known fields of a credential, without its secrets, which cannot be read. */
export function signInOf(credential: ApiCredential['credential'] | null): SignInForm {
  switch (credential?.authMethod) {
    case 'apiKey': {
      const { key = '', isQueryParam = false } = credential.apiKey ?? {}
      return { method: 'apiKey', texts: { ...noTexts, key }, isElsewhere: isQueryParam }
    }
    case 'basic':
      return { method: 'basic', texts: { ...noTexts, ...credential.basic }, isElsewhere: false }
    case 'oAuthClientCredentials': {
      const {
        clientId = '',
        accessTokenUrl = '',
        scopes = [],
        accessTokenAuthMethod,
      } = credential.oAuthClientCredentials ?? {}
      const texts = { ...noTexts, clientId, accessTokenUrl, scopes: scopes.join(' ') }
      return { method: credential.authMethod, texts, isElsewhere: accessTokenAuthMethod === 'requestBody' }
    }
    case 'awsSigV4': {
      const { accessKeyId = '', region = '', service = '' } = credential.awsSigV4 ?? {}
      return { method: 'awsSigV4', texts: { ...noTexts, accessKeyId, region, service }, isElsewhere: false }
    }
    default:
      return { method: 'bearer', texts: noTexts, isElsewhere: false }
  }
}

/** Whether every required field is filled in. */
export const isWhole = ({ method, texts }: SignInForm): boolean =>
  fieldsOf[method].every((name) => optionalFields.has(name) || texts[name].trim() !== '')

/** The credential in the form of the API. */
export function credentialOf({ method, texts, isElsewhere }: SignInForm): ApiCredentialInput {
  switch (method) {
    case 'basic':
      return { authMethod: method, basic: { username: texts.username, password: texts.password } }
    case 'bearer':
      return { authMethod: method, bearer: { token: texts.token.trim() } }
    case 'apiKey':
      return { authMethod: method, apiKey: { key: texts.key.trim(), value: texts.value, isQueryParam: isElsewhere } }
    case 'oAuthClientCredentials':
      return {
        authMethod: method,
        oAuthClientCredentials: {
          clientId: texts.clientId.trim(),
          clientSecret: texts.clientSecret,
          accessTokenUrl: texts.accessTokenUrl.trim(),
          scopes: texts.scopes.split(/\s+/).filter((scope) => scope !== ''),
          accessTokenAuthMethod: isElsewhere ? 'requestBody' : 'httpBasic',
        },
      }
    case 'awsSigV4': {
      const given = (name: 'sessionToken' | 'region' | 'service') =>
        texts[name].trim() === '' ? {} : { [name]: texts[name].trim() }
      return {
        authMethod: method,
        awsSigV4: {
          accessKeyId: texts.accessKeyId.trim(),
          secretAccessKey: texts.secretAccessKey,
          ...given('sessionToken'),
          ...given('region'),
          ...given('service'),
        },
      }
    }
  }
}

/** One host in each line; commas separate hosts too. */
export const hostsOf = (text: string): string[] => text.split(/[\s,]+/).filter((host) => host !== '')
