import {
  createCustomFunction,
  deleteCustomFunction,
  getCustomFunction,
  listCustomFunctions,
  updateCustomFunction,
} from '@octavo/core/contract'
import type { CustomFunctions } from '../../services/custom-functions/custom-functions.ts'
import { handle, type Route } from '../handle.ts'

export const customFunctionRoutes = ({ customFunctions }: { customFunctions: CustomFunctions }): Route[] => [
  handle(listCustomFunctions, ({ viewer, paged }) => paged((window) => customFunctions.list(viewer, window))),
  handle(createCustomFunction, ({ viewer, body }) => customFunctions.create(viewer, body)),
  handle(getCustomFunction, ({ viewer, params }) => customFunctions.get(viewer, params.customFunctionId)),
  handle(updateCustomFunction, ({ viewer, params, body }) =>
    customFunctions.update(viewer, params.customFunctionId, body),
  ),
  handle(deleteCustomFunction, async ({ viewer, params }) => {
    await customFunctions.remove(viewer, params.customFunctionId)
    return {}
  }),
]
