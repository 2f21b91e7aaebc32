import type { TranslationEntry, WorkbookTranslationFile } from '@octavo/core/contract'
import { translatableTexts, type WorkbookDocument } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/index.ts'
import { type Download, type PhraseFile, phrasesToDownload, untranslated } from './phrase-files.ts'
import { TranslationFiles } from './TranslationFiles.tsx'

interface TranslationsDialogProps {
  workbookId: string
  name: string
  /** The draft, whose texts are listed. */
  document: WorkbookDocument
  /** Path of the published workbook in the app. */
  pathname: string
  onClose: () => void
}

/** The translation files of a workbook. */
export function TranslationsDialog({ workbookId, name, document, pathname, onClose }: TranslationsDialogProps) {
  const { t } = useTranslation('organization')
  const common = useTranslation().t

  const toDownload = (download: Download, { translations, inherited = {} }: WorkbookTranslationFile): PhraseFile =>
    phrasesToDownload(download, { texts: translatableTexts(document), own: translations, inherited })
  return (
    <Dialog
      size="form"
      title={t('translations.titleOf', { name })}
      description={t('translations.textOfWorkbook')}
      isOpen
      onClose={onClose}
      closeLabel={common('common.close')}
    >
      <TranslationFiles
        path={`/v2/workbooks/${encodeURIComponent(workbookId)}/translations`}
        startOf={() => untranslated(translatableTexts(document))}
        toDownload={toDownload}
        previewOf={(entry) => previewAddress(pathname, entry)}
      />
    </Dialog>
  )
}

/** The published workbook as an embed shows it, in the language of the file. */
function previewAddress(pathname: string, { lng, lng_variant }: TranslationEntry): string {
  const variant = lng_variant === null ? '' : `&:lng_variant=${encodeURIComponent(lng_variant)}`
  return `${pathname}?:embed=true&:lng=${lng}${variant}`
}
