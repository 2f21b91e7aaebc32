import type { ExportRequest } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../api.ts'
import { downloadAddress, exportElement, useOpenPage } from '../editor/index.ts'
import { explain } from '../explain.ts'
import { Remark } from '../forms/index.ts'
import { pause, utcControlTexts } from './use-export.ts'
import '../i18n/looks.ts'

const shownPixels = 512

type Format = ExportRequest['format']

interface SheetPreviewProps {
  name: string
  /** The element or page that comes first in the file. */
  target: { elementId: string } | { pageId: string }
  sheet: NonNullable<Format['sheet']>
  theme: NonNullable<Format['theme']>
}

/** The first sheet of a PDF, drawn by the server as the file is. */
export function SheetPreview({ name, target, sheet, theme }: SheetPreviewProps) {
  const { t } = useTranslation(['translation', 'looks'])
  const page = useOpenPage()
  const parameters = utcControlTexts(page)
  const asked = {
    ...target,
    parameters,
    ...page.view,
    format: { type: 'png' as const, pixelWidth: shownPixels, sheet, theme },
  }
  const { data, error } = useQuery({
    queryKey: ['sheet-preview', page.workbookId, asked],
    retry: false,
    gcTime: 0,
    queryFn: ({ signal }) => pictureOf(page.workbookId, asked, signal),
  })
  const address = useAddressOf(data)
  if (error) return <Remark tone="danger">{explain(error).message}</Remark>
  return (
    <div className="h-72 rounded-md bg-sunken p-3">
      {address === undefined ? (
        <p role="status" className="grid h-full place-items-center text-muted">
          {t('looks:export.previewing')}
        </p>
      ) : (
        <img src={address} alt={t('looks:pdf.firstSheetOf', { name })} className="size-full object-contain" />
      )}
    </div>
  )
}

/** Exports the picture, reads it and deletes it. */
async function pictureOf(workbookId: string, asked: ExportRequest, signal: AbortSignal): Promise<Blob> {
  const { queryId } = await exportElement(workbookId, asked, pause, { signal, onStarted: () => undefined })
  const picture = await (await send(downloadAddress(queryId), { accept: '*/*', signal })).blob()
  await send(`/v2/query/${encodeURIComponent(queryId)}`, { method: 'DELETE' })
  return picture
}

/** An object URL of the content, revoked when it is no longer shown. */
function useAddressOf(content: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!content) return
    const made = URL.createObjectURL(content)
    setAddress(made)
    return () => {
      setAddress(undefined)
      URL.revokeObjectURL(made)
    }
  }, [content])
  return address
}
