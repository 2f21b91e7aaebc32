import { Type } from 'typebox'
import { defineElement } from './define.ts'
import { Title } from './shapes.ts'
import { ElementStyle } from './styles.ts'
import { Align, Color, closed, Details, Id, Num, optional, Size, Text, Toggle, Weight, words } from './words.ts'

const ProgressText = closed({
  visibility: optional(Toggle),
  text: optional(Text),
  fontWeight: optional(Weight),
  fontSize: optional(Size),
  color: optional(Color),
})

/** Progress towards a goal; `value`, `min` and `max` are formulas over elements. */
export const progress = defineElement({
  kind: 'progress',
  group: 'value',
  hasData: false,
  rows: 6,
  schema: closed({
    id: Id,
    kind: Type.Literal('progress'),
    shape: optional(words('bar', 'ring')),
    mode: optional(words('percent', 'value')),
    value: optional(Text),
    min: optional(Text),
    max: optional(Text),
    name: optional(Title),
    config: optional(
      closed({
        style: optional(ElementStyle),
        format: optional(
          closed({
            fillColor: optional(Color),
            trackColor: optional(Color),
            size: optional(Text),
            horizontalAlign: optional(Align),
            verticalAlign: optional(Align),
          }),
        ),
        label: optional(ProgressText),
        value: optional(ProgressText),
        description: optional(ProgressText),
        colorRules: optional(
          Type.Array(
            Type.Union(
              [
                closed({ color: Color, formula: Text }),
                closed({
                  color: Color,
                  condition: Text,
                  value: optional(Num),
                  low: optional(Num),
                  high: optional(Num),
                  applyTo: optional(words('value', 'percentage')),
                }),
              ],
              { expected: 'colour rule' },
            ),
          ),
        ),
      }),
    ),
    x: optional(Details),
  }),
})
