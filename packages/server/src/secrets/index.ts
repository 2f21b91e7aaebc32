export { Secret } from '../config/index.ts'
export { hashPassword, newPassword, verifyPassword } from './passwords.ts'
export { apiCredentialContext, hashToken, isSameText, newToken, openSecrets, type Secrets } from './secrets.ts'
