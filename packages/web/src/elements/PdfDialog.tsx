import type { PageSize, ReportTheme } from '@octavo/core/contract'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenPage } from '../editor/index.ts'
import { Field, Select } from '../forms/index.ts'
import { Button, Dialog, Segmented } from '../ui/index.ts'
import { paperColors, paperSizes } from './report-choices.ts'
import { SheetPreview } from './SheetPreview.tsx'
import { useFileExport } from './use-export.ts'
import '../i18n/looks.ts'

interface PdfDialogProps {
  /** Name of the file. */
  name: string
  /** The element or the page. With `workbookName`, the whole workbook can be chosen instead of the page. */
  target: { elementId: string } | { pageId: string; workbookName?: string }
  onClose: () => void
}

/** Asks for the paper and its orientation before it exports a PDF. */
export function PdfDialog({ name, target, onClose }: PdfDialogProps) {
  const { t } = useTranslation(['translation', 'looks'])
  const page = useOpenPage()
  const startExport = useFileExport()
  const previewId = useId()
  const [scope, setScope] = useState<'page' | 'workbook'>('page')
  const [layout, setLayout] = useState<'portrait' | 'landscape'>('portrait')
  const [theme, setTheme] = useState<ReportTheme>('light')
  const [pageSize, setPageSize] = useState<PageSize>('letter')
  const workbookName = 'pageId' in target ? target.workbookName : undefined
  const isWhole = workbookName !== undefined && scope === 'workbook'
  const title = isWhole ? workbookName : name
  const [firstPage] = page.document.pages.filter(({ visibility }) => visibility === undefined)
  const previewed = isWhole && firstPage ? { pageId: firstPage.id } : targetOf(target)
  const start = () => {
    const what = isWhole ? {} : targetOf(target)
    startExport(page, title, { ...what, format: { type: 'pdf', layout, pageSize, theme } })
    onClose()
  }
  return (
    <Dialog
      isOpen
      size="form"
      title={t('looks:pdf.title', { name })}
      closeLabel={t('common.close')}
      onClose={onClose}
      onSubmit={start}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit">
            {t('looks:items.export')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {workbookName !== undefined && (
          <Segmented
            label={t('looks:pdf.scope')}
            value={scope}
            onChange={setScope}
            options={(['page', 'workbook'] as const).map((value) => ({ value, label: t(`looks:pdf.scopes.${value}`) }))}
            isTall
            isWide
          />
        )}
        <Segmented
          label={t('looks:pdf.layout')}
          value={layout}
          onChange={setLayout}
          options={(['portrait', 'landscape'] as const).map((value) => ({
            value,
            label: t(`looks:pdf.layouts.${value}`),
          }))}
          isTall
          isWide
        />
        <Segmented
          label={t('looks:pdf.theme')}
          value={theme}
          onChange={setTheme}
          options={paperColors.map((value) => ({ value, label: t(`looks:pdf.themes.${value}`) }))}
          isTall
          isWide
        />
        <Field label={t('looks:pdf.pageSize')}>
          {(control) => (
            <Select
              {...control}
              value={pageSize}
              onChange={setPageSize}
              options={paperSizes.map((value) => ({ value, label: t(`looks:pdf.pageSizes.${value}`) }))}
            />
          )}
        </Field>
        <section aria-labelledby={previewId} className="flex flex-col gap-1">
          <h3 id={previewId} className="text-xs text-muted">
            {t('looks:pdf.firstSheet')}
          </h3>
          <SheetPreview name={title} target={previewed} sheet={{ layout, pageSize }} theme={theme} />
        </section>
      </div>
    </Dialog>
  )
}

const targetOf = (target: PdfDialogProps['target']) => ('pageId' in target ? { pageId: target.pageId } : target)
