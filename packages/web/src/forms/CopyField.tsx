import { useState } from 'react'
import { Button, Check, Copy, copyText, fieldLook } from '../ui/index.ts'

interface CopyFieldProps {
  label: string
  value: string
  copy: string
  copied: string
}

/** A text with a button that copies it. */
export function CopyField({ label, value, copy, copied }: CopyFieldProps) {
  const [isCopied, setCopied] = useState(false)
  return (
    <div className="flex gap-2">
      <input
        readOnly
        aria-label={label}
        value={value}
        onFocus={(event) => event.target.select()}
        className={`${fieldLook} font-mono text-xs`}
      />
      <Button onClick={() => void copyText(value).then(setCopied)}>
        {isCopied ? <Check className="size-4" /> : <Copy className="size-4" />}
        {isCopied ? copied : copy}
      </Button>
    </div>
  )
}
