import { Type } from 'typebox'
import { webAddressProblem } from '../web-address-problem.ts'

/** The address of an image, embed, link, button or navigation entry. */
export const WebAddress = Type.String({ check: webAddressProblem })
