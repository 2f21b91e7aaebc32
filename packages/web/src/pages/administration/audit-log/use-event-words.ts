import { isAuditEventType } from '@octavo/core/contract'
import '../../../i18n/codes.ts'
import { useTranslation } from 'react-i18next'
import codes from '../../../i18n/codes.json' with { type: 'json' }
import { codeWords } from './audit-events.ts'

const isNamedKind = (kind: string): kind is keyof typeof codes.objectKind => Object.hasOwn(codes.objectKind, kind)

/** What happened and to what, in the language of the interface; what other versions of Octavo wrote is named after its code. */
export function useEventWords() {
  const { t } = useTranslation('codes')
  return {
    event: (type: string): string => (isAuditEventType(type) ? t(`event.${type}`) : codeWords(type)),
    objectKind: (kind: string): string => (isNamedKind(kind) ? t(`objectKind.${kind}`) : codeWords(kind)),
  }
}
