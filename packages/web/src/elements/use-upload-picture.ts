import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../editor/index.ts'
import { explain } from '../explain.ts'
import { notify } from '../ui/index.ts'
import { mostPictureBytes, uploadPicture } from './upload-picture.ts'

/** Uploads a picture with a notice while it runs; undefined where it was refused, which the notice says. */
export function useUploadPicture(): (file: File) => Promise<{ kind: 'upload'; key: string } | undefined> {
  const { t } = useTranslation('editor')
  const { workbookId } = useEditor()
  return useCallback(
    async (file) => {
      if (file.size > mostPictureBytes) {
        notify({ title: t('picture.tooLarge', { name: file.name }), text: t('picture.limit'), tone: 'danger' })
        return undefined
      }
      const notice = notify({ title: t('picture.uploading', { name: file.name }), tone: 'busy' })
      try {
        const source = await uploadPicture(workbookId, file)
        notice.close()
        return source
      } catch (error) {
        const { message, hint } = explain(error)
        notice.change({ title: t('picture.failed'), text: [message, hint].filter(Boolean).join(' '), tone: 'danger' })
        return undefined
      }
    },
    [workbookId, t],
  )
}
