export const valueTypes = ['text', 'number', 'date', 'boolean'] as const
export type ValueTypeName = (typeof valueTypes)[number]

/** A value as it is typed, and the words that readers see for it; empty: the value itself. */
export interface Entry {
  value: string
  label: string
}

export function entriesOf({ values, labels }: Record<string, unknown>): Entry[] {
  const words: readonly unknown[] = Array.isArray(labels) ? labels : []
  return (Array.isArray(values) ? values : []).map((value: unknown, index) => {
    const label = words[index]
    return { value: value === null ? '' : String(value), label: typeof label === 'string' ? label : '' }
  })
}

/** The values as the format writes them; a text that is no value of the type stays a text. */
export function sourceOf(entries: readonly Entry[], valueType: ValueTypeName): Record<string, unknown> {
  const hasLabels = entries.some(({ label }) => label !== '')
  return {
    kind: 'manual',
    valueType,
    values: entries.map(({ value }) => typed(value, valueType)),
    ...(hasLabels ? { labels: entries.map(({ label }) => (label === '' ? null : label)) } : {}),
  }
}

/** One entry a line, with the label after a tab, as spreadsheets copy them. */
export function pastedEntries(text: string): Entry[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [value = '', label = ''] = line.split('\t')
      return { value: value.trim(), label: label.trim() }
    })
}

function typed(value: string, valueType: ValueTypeName): string | number | boolean {
  const text = value.trim()
  if (valueType === 'number' && text !== '' && Number.isFinite(Number(text))) return Number(text)
  if (valueType === 'boolean' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  return value
}
