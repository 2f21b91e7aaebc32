import { elementName, findElement, setElementField } from '@octavo/core/document'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { addElement, type NewElement, useEditor } from '../../../editor/index.ts'
import { useUploadPicture } from '../../../elements/index.tsx'

interface PicturePlace {
  /** The image element that shows the picture; absent: a new one. */
  in?: string | undefined
  at?: NewElement['at'] | undefined
}

/** Shows an uploaded picture in an image element, a new one or an existing one. */
export function useImageElement() {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const upload = useUploadPicture()
  const showPicture = useCallback(
    async (file: File, { in: elementId, at }: PicturePlace) => {
      const source = await upload(file)
      if (!source) return
      const { document } = editor.state
      const element = elementId === undefined ? undefined : findElement(document, elementId)
      if (element) {
        const name = elementName(element) || t('kind.image')
        editor.apply(t('picture.word', { name }), setElementField(document, element.id, ['source'], source))
        return
      }
      addElement(
        editor,
        { kind: 'image', fields: { source }, ...(at ? { at } : {}) },
        t('word.add', { kind: t('kind.image') }),
      )
    },
    [editor, upload, t],
  )
  return { showPicture }
}
