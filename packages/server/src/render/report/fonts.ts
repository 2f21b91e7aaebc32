import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Fonts of reports: a package, and the file from its main module. The first font covers most letters; the others add missing ones. */
const files: readonly [from: string, file: string][] = [
  ['@expo-google-fonts/inter', '400Regular/Inter_400Regular.ttf'],
  ['@expo-google-fonts/inter', '500Medium/Inter_500Medium.ttf'],
  ['@expo-google-fonts/inter', '600SemiBold/Inter_600SemiBold.ttf'],
  ['@expo-google-fonts/noto-sans-arabic', '400Regular/NotoSansArabic_400Regular.ttf'],
  ['@expo-google-fonts/noto-sans-arabic', '600SemiBold/NotoSansArabic_600SemiBold.ttf'],
  ['@embedpdf/fonts-hebrew', '../fonts/NotoSansHebrew-Regular.ttf'],
  ['@embedpdf/fonts-hebrew', '../fonts/NotoSansHebrew-Bold.ttf'],
  ['@expo-google-fonts/noto-sans-thai', '400Regular/NotoSansThai_400Regular.ttf'],
  ['@expo-google-fonts/noto-sans-thai', '600SemiBold/NotoSansThai_600SemiBold.ttf'],
  ['@expo-google-fonts/noto-emoji', '400Regular/NotoEmoji_400Regular.ttf'],
]
export const fontFamilies = ['Inter', 'Noto Sans Arabic', 'Noto Sans Hebrew', 'Noto Sans Thai', 'Noto Emoji'] as const

export interface ReportFonts {
  /** Paths of the font files. */
  paths: string[]
  blobs: Buffer[]
  /** Width of a text in pixels, ignoring ligatures. */
  textWidth(text: string, size: number, isBold?: boolean): number
  /** The text with the replacement character for letters that no font contains, and without control characters. */
  printable(text: string): string
  /** Letters that were replaced since the last call. */
  takeMissing(): string[]
}

export function openFonts(): ReportFonts {
  const { resolve } = createRequire(import.meta.url)
  const paths = files.map(([from, file]) => join(dirname(resolve(from)), file))
  const blobs = paths.map((path) => readFileSync(path))
  const faces = blobs.map(readFace)
  const [regular, , bold] = faces
  let missing = new Set<string>()
  const advanceOf = (point: number, isBold: boolean) => {
    const first = isBold ? bold : regular
    return first?.advance(point) ?? faces.map((face) => face.advance(point)).find((known) => known !== undefined) ?? 1
  }
  return {
    paths,
    blobs,
    textWidth(text, size, isBold = false) {
      let width = 0
      for (const character of text) width += advanceOf(character.codePointAt(0) ?? 0, isBold)
      return width * size
    },
    printable(text) {
      return text.replace(/[^\n\x20-\x7e]/gu, (character) => {
        if (isIgnorable.test(character)) return character
        if (/\p{Cc}/u.test(character)) return ' '
        const point = character.codePointAt(0) ?? 0
        if (faces.some((face) => face.advance(point) !== undefined)) return character
        missing.add(character)
        return '\ufffd'
      })
    },
    takeMissing() {
      const taken = [...missing].sort()
      missing = new Set()
      return taken
    },
  }
}

/** Characters that control joining or display and have no glyph. */
const isIgnorable = /\u034f|\p{Variation_Selector}|[\u00ad\u200b-\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff]/u

interface Face {
  /** In font units; undefined for a letter that the font does not contain. */
  advance(point: number): number | undefined
}

/** Letters and widths of a TrueType file: https://learn.microsoft.com/typography/opentype/spec/otff */
function readFace(file: Buffer): Face {
  const tables = new Map<string, number>()
  for (let at = 12, left = file.readUInt16BE(4); left > 0; at += 16, left--) {
    tables.set(file.toString('latin1', at, at + 4), file.readUInt32BE(at + 8))
  }
  const table = (name: string) => tables.get(name) ?? 0
  const unitsPerEm = file.readUInt16BE(table('head') + 18)
  const metrics = file.readUInt16BE(table('hhea') + 34)
  const glyphs = glyphsOf(file, table('cmap'))
  return {
    advance(point) {
      const glyph = glyphs.get(point)
      if (glyph === undefined) return undefined
      return file.readUInt16BE(table('hmtx') + 4 * Math.min(glyph, metrics - 1)) / unitsPerEm
    },
  }
}

/** Glyphs by code point, from the tables of formats 4 (two bytes) and 12 (all of Unicode). */
function glyphsOf(file: Buffer, cmap: number): Map<number, number> {
  const glyphs = new Map<number, number>()
  for (let index = 0; index < file.readUInt16BE(cmap + 2); index++) {
    const at = cmap + file.readUInt32BE(cmap + 4 + index * 8 + 4)
    const format = file.readUInt16BE(at)
    if (format === 12) readGroups(file, at, glyphs)
    else if (format === 4) readSegments(file, at, glyphs)
  }
  return glyphs
}

function readGroups(file: Buffer, at: number, glyphs: Map<number, number>): void {
  for (let group = at + 16, left = file.readUInt32BE(at + 12); left > 0; group += 12, left--) {
    const [first, last, glyph] = [file.readUInt32BE(group), file.readUInt32BE(group + 4), file.readUInt32BE(group + 8)]
    for (let point = first; point <= last; point++) glyphs.set(point, glyph + point - first)
  }
}

function readSegments(file: Buffer, at: number, glyphs: Map<number, number>): void {
  const twice = file.readUInt16BE(at + 6)
  for (let segment = 0; segment < twice; segment += 2) {
    const last = file.readUInt16BE(at + 14 + segment)
    const first = file.readUInt16BE(at + 16 + twice + segment)
    const delta = file.readUInt16BE(at + 16 + 2 * twice + segment)
    const offsetAt = at + 16 + 3 * twice + segment
    const offset = file.readUInt16BE(offsetAt)
    for (let point = first; point <= last && point < 0xffff; point++) {
      const listed = offset === 0 ? point : file.readUInt16BE(offsetAt + offset + 2 * (point - first))
      const glyph = offset !== 0 && listed === 0 ? 0 : (listed + delta) & 0xffff
      if (glyph !== 0) glyphs.set(point, glyph)
    }
  }
}
