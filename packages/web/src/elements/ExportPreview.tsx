import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { send } from '../api.ts'
import { downloadAddress, exportElement, useMaybeEditor, useOpenPage } from '../editor/index.ts'
import { explain } from '../explain.ts'
import { Remark } from '../forms/index.ts'
import { LinesSkeleton } from './LinesSkeleton.tsx'
import { pause, shownState, utcControlTexts } from './use-export.ts'

const shownRows = 5
const shownColumns = 12

interface ExportPreviewProps {
  elementId: string
  name: string
  /** The groups that become rows, one row each. Absent: every row. */
  level: string | undefined
}

/** The first rows of the file, made as the file is. */
export function ExportPreview({ elementId, name, level }: ExportPreviewProps) {
  const { t } = useTranslation(['translation', 'looks'])
  const page = useOpenPage()
  const editor = useMaybeEditor()
  const parameters = utcControlTexts(page)
  const shown = shownState(page)
  const { data, error, isPending } = useQuery({
    queryKey: ['export-preview', page.workbookId, shown, elementId, level, parameters],
    retry: false,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      await editor?.settled()
      const asked = { elementId, rowLimit: shownRows, parameters, ...(level !== undefined && { level }), ...shown }
      return firstRows(page.workbookId, asked, signal)
    },
  })
  if (isPending) {
    return (
      <div role="status" aria-label={t('looks:export.previewing')} className="h-44 rounded-md border border-line">
        <LinesSkeleton lines={5} />
      </div>
    )
  }
  if (error) return <Remark tone="danger">{explain(error).message}</Remark>
  const columns = Object.keys(data[0] ?? {})
  const rest = columns.length - shownColumns
  if (data.length === 0) return <Remark>{t('looks:export.noRows')}</Remark>
  return (
    <div className="flex flex-col gap-1">
      <section
        aria-label={t('looks:export.previewOf', { name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-md border border-line scroll-quiet"
      >
        <table className="w-full text-left text-xs">
          <thead>
            <tr>
              {columns.slice(0, shownColumns).map((column) => (
                <th
                  key={column}
                  scope="col"
                  className={`max-w-48 truncate border-b border-line px-3 py-1.5 font-medium ${lookOf(data[0]?.[column])}`}
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no id
              <tr key={index} className="[&:not(:last-child)>td]:border-b [&>td]:border-line">
                {columns.slice(0, shownColumns).map((column) => (
                  <td key={column} className={`max-w-48 truncate px-3 py-1.5 ${lookOf(row[column])}`}>
                    {wordsOf(row[column])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rest > 0 && <p className="text-xs text-muted">{t('looks:export.moreColumns', { count: rest })}</p>}
    </div>
  )
}

type Row = Record<string, unknown>
type Asked = Omit<Parameters<typeof exportElement>[1], 'format'>

/** Exports a short file, reads it and deletes it. */
async function firstRows(workbookId: string, asked: Asked, signal: AbortSignal): Promise<Row[]> {
  const request = { ...asked, format: { type: 'json' as const } }
  const { queryId } = await exportElement(workbookId, request, pause, { signal, onStarted: () => undefined })
  const answer = await send(downloadAddress(queryId), { accept: '*/*', signal })
  const rows = (await answer.json()) as Row[]
  await send(`/v2/query/${encodeURIComponent(queryId)}`, { method: 'DELETE' })
  return rows
}

const lookOf = (value: unknown) => (typeof value === 'number' ? 'text-right tabular' : '')

/** A cell as text files contain it; empty for null. */
function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
