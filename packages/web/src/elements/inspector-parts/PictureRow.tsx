import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Picture } from '../../ui/index.ts'
import { acceptedPictures } from '../upload-picture.ts'
import { useUploadPicture } from '../use-upload-picture.ts'

interface PictureRowProps {
  /** What is shown now: a source of the document. */
  source: unknown
  onChange: (source: { kind: 'upload'; key: string } | undefined) => void
}

/** A picture from a file of the author, and the way to take it away again. */
export function PictureRow({ source, onChange }: PictureRowProps) {
  const { t } = useTranslation('editor')
  const input = useRef<HTMLInputElement>(null)
  const upload = useUploadPicture()
  const isUploaded = (source as { kind?: unknown } | undefined)?.kind === 'upload'
  async function take(file: File) {
    const next = await upload(file)
    if (next) onChange(next)
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button isSmall icon={Picture} onClick={() => input.current?.click()}>
        {t(isUploaded ? 'picture.replace' : 'picture.choose')}
      </Button>
      {isUploaded && (
        <Button isSmall look="quiet" onClick={() => onChange(undefined)}>
          {t('picture.remove')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedPictures}
        aria-label={t('picture.choose')}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // The same file can be chosen again.
          event.target.value = ''
          if (file) void take(file)
        }}
      />
    </div>
  )
}
