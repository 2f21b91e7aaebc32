import { resource } from '../resource.ts'

export const publicEmbeds = resource({
  withoutKey: {
    computePublicEmbedValues: 'values are computed and nothing changed, for somebody who is not known',
    drawPublicEmbedElement: 'a picture is drawn and nothing changed, for somebody who is not known',
    readPublicEmbedData: 'a stream of rows that changes nothing, for somebody who is not known',
  },
  notPublished: {
    openPublicEmbed: 'What the page of a public embed draws; the published API has its address only.',
    readPublicEmbedData: 'Part of reading public embeds.',
    getPublicEmbedPicture: 'Part of reading public embeds.',
    computePublicEmbedValues: 'Part of reading public embeds: values of formulas of their actions.',
    drawPublicEmbedElement: 'Public embeds make pictures of their elements and no other file.',
  },
})
