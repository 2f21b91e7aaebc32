import { randomBytes, randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { Secret } from '../config/index.ts'

/** argon2id with 19 MiB of memory and two passes. Source: OWASP Password Storage Cheat Sheet. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** Longer passwords are refused: hashing megabytes would be expensive. */
const longest = 1024

let nobody: Promise<string> | undefined

export const hashPassword = (password: Secret): Promise<string> => hash(password.reveal(), cost)

/**
 * True when the password matches the hash. Without a hash (unknown account, account without a password) it returns
 * false after the same time, so that response times do not reveal which accounts exist.
 */
export async function verifyPassword(stored: string | null, password: Secret): Promise<boolean> {
  nobody ??= hash(randomBytes(32), cost)
  const text = password.reveal()
  if (text.length > longest) return false
  const isRight = await verify(stored ?? (await nobody), text)
  return isRight && stored !== null
}

/** 20 characters, none of which looks like another one; about 116 bits. */
export function newPassword(): Secret {
  let text = ''
  for (let index = 0; index < 20; index += 1) text += letters[randomInt(letters.length)]
  return new Secret(text.replace(/(.{5})(?=.)/g, '$1-'))
}
