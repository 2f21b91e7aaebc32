import { useTranslation } from 'react-i18next'
import { timeInWords } from '../../../time-in-words.ts'
import { buttonLook, ChevronDown, Menu, MenuItem } from '../../../ui/index.ts'
import type { PastSql } from './past-sql.ts'

interface PastTextsProps {
  past: readonly PastSql[]
  onChoose: (text: PastSql) => void
}

/** Earlier texts that ran or were saved; choosing one replaces the current text with it. */
export function PastTexts({ past, onChoose }: PastTextsProps) {
  const { t } = useTranslation('sql')
  if (past.length === 0) return null
  const now = Date.now()
  return (
    <Menu
      label={t('past')}
      align="start"
      triggerClass={buttonLook('quiet', false, true)}
      trigger={
        <>
          {t('past')} <ChevronDown className="size-4" />
        </>
      }
    >
      <div className="max-h-96 w-120 max-w-[80vw] overflow-y-auto scroll-quiet">
        {past.map((text) => (
          <MenuItem key={`${text.connectionId} ${text.statement}`} onSelect={() => onChoose(text)}>
            <span className="min-w-0 grow py-1">
              <span className="line-clamp-2 block font-mono text-xs [overflow-wrap:anywhere]">{text.statement}</span>
              <span className="block text-2xs text-muted">
                {t(text.how === 'saved' ? 'pastSaved' : 'pastRan', { time: timeInWords(text.at, now) })}
              </span>
            </span>
          </MenuItem>
        ))}
      </div>
    </Menu>
  )
}
