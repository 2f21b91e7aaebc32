import type { FeaturePermission } from '@octavo/core/access'
import type { AccountType } from '@octavo/core/contract'

export interface TypeWithRights extends AccountType {
  rights: ReadonlySet<FeaturePermission>
  /** Members with this type, including deactivated ones; null while unknown. */
  members: number | null
}
