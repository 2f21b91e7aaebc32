import { isAuditEventType } from '@octavo/core/contract'
import '../../../i18n/codes.ts'
import { useTranslation } from 'react-i18next'
import codes from '../../../i18n/codes.json' with { type: 'json' }
import { codeWords } from './audit-events.ts'

const isNamedKind = (kind: string): kind is keyof typeof codes.objectKind => Object.hasOwn(codes.objectKind, kind)

/**
 * The label of an event and its object, in the language of the interface; unknown events of other versions are shown as
 * their code.
 */
export function useEventWords() {
  const { t } = useTranslation('codes')
  return {
    event: (type: string): string => (isAuditEventType(type) ? t(`event.${type}`) : codeWords(type)),
    objectKind: (kind: string): string => (isNamedKind(kind) ? t(`objectKind.${kind}`) : codeWords(kind)),
  }
}
