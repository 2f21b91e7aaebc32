const short = /^([-−+]?[\d.,\s]+)\s*(k|m|b|bn|%)$/i
const factors: Record<string, number> = { k: 1e3, m: 1e6, b: 1e9, bn: 1e9, '%': 0.01 }

/** The number for "1.5k", "2M" or "12%"; undefined if the text is not a number with such a suffix. */
export function numberOfWords(text: string, locale?: string): number | undefined {
  const [, digits, word] = short.exec(text.trim()) ?? []
  if (digits === undefined || word === undefined) return undefined
  const parts = new Intl.NumberFormat(locale).formatToParts(1234.5)
  const group = parts.find(({ type }) => type === 'group')?.value ?? ','
  const decimal = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  const plain = digits.replace('−', '-').replaceAll(group, '').replaceAll(/\s/g, '').replace(decimal, '.')
  const number = Number(plain)
  const factor = factors[word.toLowerCase()]
  if (plain === '' || Number.isNaN(number) || factor === undefined) return undefined
  // 1.1 times 1000 is 1100.0000000000002 without this.
  return Number((number * factor).toPrecision(15))
}
