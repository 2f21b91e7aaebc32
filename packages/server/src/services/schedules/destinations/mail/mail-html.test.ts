import { expect, test } from 'vitest'
import { mailTextIn } from '../../../mail-texts/mail-text.ts'
import { mailHtml } from './mail-html.ts'

const text = mailTextIn('en')

const none = { picture: null, unsubscribe: undefined }
const message = { body: '', link: null, footer: 'Sent from "Sales".' }

test.each([
  ['two\nlines', '<p style="margin: 0 0 16px">two<br>lines</p>'],
  ['<b>bold</b> & "quoted"', '&lt;b&gt;bold&lt;/b&gt; &amp; &quot;quoted&quot;'],
  [
    'see https://a.example/x?y=1&z=2.',
    'see <a href="https://a.example/x?y=1&amp;z=2">https://a.example/x?y=1&amp;z=2</a>.',
  ],
  ['(http://a.example/)', '(<a href="http://a.example/">http://a.example/</a>)'],
  ['javascript:alert(1)', '>javascript:alert(1)</p>'],
  ['https://a.example/"onclick="x', '<a href="https://a.example/">https://a.example/</a>&quot;onclick=&quot;x'],
])('the text %j is %j in a mail program', (body, expected) => {
  expect(mailHtml(text, { ...message, body }, none)).toContain(expected)
})

test('the link, the picture and the end are in order, and absent parts leave nothing', () => {
  const link = 'https://octavo.example/main/workbook/a?x=1&y=2'
  const extras = { picture: { cid: 'p@o', alt: 'A "b".png' }, unsubscribe: 'https://octavo.example/unsubscribe#t' }
  const page = mailHtml(text, { body: 'Hello', link, footer: 'One\nTwo' }, extras)
  const places = [
    '>Hello</p>',
    'href="https://octavo.example/main/workbook/a?x=1&amp;y=2"',
    '<img src="cid:p@o" alt="A &quot;b&quot;.png"',
    '>One<br>Two<br><a href="https://octavo.example/unsubscribe#t">Unsubscribe</a></p>',
  ].map((part) => page.indexOf(part))
  expect(places.every((place) => place > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  const bare = mailHtml(text, message, none)
  expect(bare).toContain('>Sent from &quot;Sales&quot;.</p>')
  for (const absent of ['<img', '<a ', 'Unsubscribe', 'undefined', 'null']) expect(bare).not.toContain(absent)
})

test('our words are in the language of the reader, the message as it was written', () => {
  const extras = { picture: null, unsubscribe: 'https://octavo.example/unsubscribe#t' }
  const page = mailHtml(mailTextIn('fr'), { body: 'Hello', link: 'https://octavo.example/', footer: 'Fin' }, extras)
  for (const part of ['<html lang="fr">', '>Hello</p>', '>Ouvrir le classeur</a>', '>Se désabonner</a>']) {
    expect(page).toContain(part)
  }
})
