import {
  createAccountType,
  deleteAccountType,
  listAccountTypePermissions,
  listAccountTypes,
  updateAccountType,
} from '@octavo/core/contract'
import type { AccountTypes } from '../../services/organization/account-types/account-types.ts'
import { handle, type Route } from '../handle.ts'

export const accountTypeRoutes = ({ accountTypes }: { accountTypes: AccountTypes }): Route[] => [
  handle(listAccountTypes, ({ viewer, paged }) => paged((window) => accountTypes.list(viewer, window))),
  handle(createAccountType, ({ viewer, body }) => accountTypes.create(viewer, body)),
  handle(updateAccountType, ({ viewer, params, body }) => accountTypes.update(viewer, params.accountTypeId, body)),
  handle(deleteAccountType, async ({ viewer, params, query }) => {
    await accountTypes.remove(viewer, params.accountTypeId, query.reassignToAccountTypeId)
    return {}
  }),
  handle(listAccountTypePermissions, ({ viewer, params }) => accountTypes.permissions(viewer, params.accountTypeId)),
]
