import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/index.ts'
import { useMay } from '../data/people.ts'
import { UseTemplateDialog } from './UseTemplateDialog.tsx'

/** Asks how to create a workbook from a template, creates it and opens it; for members who can create workbooks. */
export function UseTemplateButton({ template }: { template: { id: string; name: string } }) {
  const { t } = useTranslation('organization')
  const session = useSession()
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  if (session?.viewAs || !may('edit-workbooks')) return null
  return (
    <>
      <Button className="max-lg:hidden" onClick={() => setOpen(true)}>
        {t('templates.use')}
      </Button>
      {isOpen && <UseTemplateDialog template={template} onClose={() => setOpen(false)} />}
    </>
  )
}
