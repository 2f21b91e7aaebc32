import { connectEmbed, embedHooks } from '@octavo/client/embed'
import * as React from 'react'
import { createRoot } from 'react-dom/client'

/** A host page that uses the helper, with and without React: received events are shown as text. */
const shows = new URL(location.href).searchParams.get('shows') ?? ''
const { origin } = new URL(shows)
const { useEmbed, useEmbedEvent } = embedHooks(React)

function WithReact() {
  const { ref, embed, isLoading, error, variables } = useEmbed({ origin })
  const [asked, setAsked] = React.useState('')
  useEmbedEvent(embed, 'action:outbound', ({ name, values }) => setAsked(`${name} ${JSON.stringify(values)}`))
  const text = JSON.stringify({ isLoading, error, variables, asked })
  return React.createElement(
    'div',
    null,
    React.createElement('iframe', { ref, src: shows, title: 'Embed', width: 1200, height: 700 }),
    React.createElement(
      'button',
      { type: 'button', onClick: () => embed?.setVariables({ Area: 'West' }) },
      'Only West',
    ),
    React.createElement('output', null, text),
  )
}

function withoutReact(place: HTMLElement) {
  place.innerHTML =
    '<iframe title="Embed" width="1200" height="700"></iframe><button>Only West</button><output></output>'
  const [frame, button, output] = [
    place.querySelector('iframe'),
    place.querySelector('button'),
    place.querySelector('output'),
  ]
  if (!frame || !button || !output) throw new Error('The page is not there.')
  const embed = connectEmbed(frame, { origin })
  embed.on('action:outbound', ({ name, values }) => {
    output.textContent = `${name} ${JSON.stringify(values)}`
  })
  embed.on('workbook:loaded', async () => {
    output.textContent = JSON.stringify(await embed.variables())
  })
  button.addEventListener('click', () => embed.setVariables({ Area: 'West' }))
  frame.src = shows
}

const place = document.createElement('main')
document.body.append(place)
if (location.search.includes('react')) createRoot(place).render(React.createElement(WithReact))
else withoutReact(place)
