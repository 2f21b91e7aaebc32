export { createDestinations, DestinationRefused, type Destinations } from './destinations.ts'
