export { Secret } from '../config/index.ts'
export { keyFile } from './key.ts'
export { hashPassword, newPassword, verifyPassword } from './passwords.ts'
export { apiCredentialContext, hashToken, isSameText, newToken, openSecrets, type Secrets } from './secrets.ts'
