import { expect, it } from 'vitest'
import { type DialectName, scanSql } from './index.ts'

const shown = (text: string, dialect: DialectName) =>
  scanSql(text, dialect).map(
    ({ kind, start, end, isClosed }) => `${kind}${isClosed ? '' : '!'}:${text.slice(start, end)}`,
  )

it.each<[DialectName, string, string[]]>([
  ['duckdb', "a 'it''s' b", ['code:a ', "text:'it''s'", 'code: b']],
  ['duckdb', `"na""me" -- it's\nx`, [`name:"na""me"`, 'code: ', "comment:-- it's", 'code:\nx']],
  ['duckdb', "'a\\' /* ' */", ["text:'a\\'", 'code: ', "comment:/* ' */"]],
  ['postgres', "E'a\\'b' $q$ ' $q$ $1", ['code:E', "text:'a\\'b'", 'code: ', "text:$q$ ' $q$", 'code: $1']],
  [
    'mariadb',
    `"a\\"b" \`c\` # it's\n--x`,
    ['text:"a\\"b"', 'code: ', 'name:`c`', 'code: ', "comment:# it's", 'code:\n--x'],
  ],
  ['sqlserver', "[it's] '", ["name:[it's]", 'code: ', "text!:'"]],
  ['snowflake', "a // it's\n$$ ' $$", ['code:a ', "comment:// it's", 'code:\n', "text:$$ ' $$"]],
  ['bigquery', '/* open', ['comment!:/* open']],
])('%s reads %j as its engine does', (dialect, text, expected) => {
  expect(shown(text, dialect)).toEqual(expected)
})
