import { useTranslation } from 'react-i18next'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/index.ts'
import { useMay } from '../data/people.ts'
import { useNewWorkbook } from './new-workbook.ts'

/** Makes a workbook of a template and opens it, for those who may create workbooks. */
export function UseTemplateButton({ templateId }: { templateId: string }) {
  const { t } = useTranslation('organization')
  const session = useSession()
  const may = useMay()
  const { createFrom, isBusy } = useNewWorkbook()
  if (session?.viewAs || !may('edit-workbooks')) return null
  return (
    <Button isBusy={isBusy} className="max-lg:hidden" onClick={() => createFrom(templateId)}>
      {t('templates.use')}
    </Button>
  )
}
