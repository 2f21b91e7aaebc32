import type { Upload } from '@octavo/core/contract'
import { useTranslation } from 'react-i18next'
import { Select } from '../../forms/index.ts'

const kinds = ['text', 'int64', 'decimal', 'float64', 'logical', 'date', 'timestamp'] as const
type Kind = (typeof kinds)[number] | 'instant'

interface UploadPreviewProps {
  upload: Upload
  /** Types that the user chose instead of the detected ones, by column name. */
  types: ReadonlyMap<string, string>
  onType: (column: string, type: string) => void
}

/** The first rows of a file under its columns, each with its type. */
export function UploadPreview({ upload: { columns, preview = [] }, types, onType }: UploadPreviewProps) {
  const { t } = useTranslation('uploads')
  return (
    <section
      aria-label={t('preview')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
      tabIndex={0}
      className="max-h-80 overflow-auto rounded-md border border-line scroll-quiet"
    >
      <table className="w-full border-separate border-spacing-0 text-xs">
        <thead className="sticky top-0 bg-raised">
          <tr>
            {columns.map(({ name, type }) => (
              <th key={name} className="min-w-32 border-b border-line-strong px-2 py-1.5 text-left font-medium">
                <span className="block truncate pb-1">{name}</span>
                <Select
                  isSmall
                  label={t('type', { name })}
                  value={types.get(name) ?? type}
                  options={optionsOf(type).map((value) => ({ value, label: t(`types.${kindOf(value)}`) }))}
                  onChange={(next) => onType(name, next)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a preview have no key and never move
            <tr key={index}>
              {columns.map(({ name, type }, at) => (
                <td
                  key={name}
                  className={`max-w-48 truncate border-b border-line px-2 py-1 ${isNumeric(type) ? 'text-right tabular' : ''}`}
                >
                  {row[at] ?? <span className="text-faint">–</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The detected type represents its kind: a decimal keeps its scale. */
function optionsOf(found: string): string[] {
  const own = kindOf(found)
  return own === 'instant' ? [found] : kinds.map((kind) => (kind === own ? found : kind))
}

const kindOf = (type: string): Kind => {
  const word = type.replace(/\(.*$/, '')
  return word === 'instant' ? word : (kinds.find((kind) => kind === word) ?? 'text')
}

const isNumeric = (type: string) => /^(int64|decimal|float64)/.test(type)
