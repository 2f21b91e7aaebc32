import { getCardPicture } from '@octavo/core/contract'
import type { CardPictures } from '../../services/exports/card-pictures.ts'
import { bytes, handle, noContent, type Route } from '../handle.ts'

export const cardPictureRoutes = ({ cardPictures }: { cardPictures: CardPictures }): Route[] => [
  handle(getCardPicture, async ({ viewer, params, query }) => {
    const picture = await cardPictures.read(viewer, params.workbookId, query.theme ?? 'light')
    switch (picture.state) {
      case 'waiting':
        return noContent({ 'retry-after': '2' })
      case 'none':
        return noContent()
      case 'ready':
        return bytes(picture.content, 'image/png', { 'cache-control': 'private, no-store' })
    }
  }),
]
