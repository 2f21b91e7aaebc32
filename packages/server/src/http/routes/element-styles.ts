import { getElementStyles, setElementStyle } from '@octavo/core/contract'
import type { ElementStyles } from '../../services/element-styles/element-styles.ts'
import { handle, type Route } from '../handle.ts'

export const elementStyleRoutes = ({ elementStyles }: { elementStyles: ElementStyles }): Route[] => [
  handle(getElementStyles, ({ viewer }) => elementStyles.read(viewer)),
  handle(setElementStyle, ({ viewer, params, body }) => elementStyles.set(viewer, params.kind, body.fields)),
]
