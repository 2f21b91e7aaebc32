/** Pictures that browsers can show and that cannot contain scripts. */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'

/** The type of a file by its first bytes; null for other types. The name and declared type are ignored. */
export function pictureTypeOf(content: Buffer): PictureType | null {
  const starts = (...bytes: number[]) => bytes.every((byte, at) => content[at] === byte)
  const text = (from: number, to: number) => content.toString('latin1', from, to)
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'image/gif'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp'
  return null
}
