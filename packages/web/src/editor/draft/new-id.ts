const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An id for an element, a column or another entry of a document: 22 base62 characters, 130 random bits. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(44))
  let id = ''
  for (const byte of bytes) {
    // 248 is the largest multiple of 62 in a byte; larger values would favour the first digits.
    if (byte < 248 && id.length < 22) id += digits[byte % 62]
  }
  return id.length === 22 ? id : newId()
}
