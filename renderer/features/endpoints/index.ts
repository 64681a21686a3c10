export { type EndpointNames, nameOfUrl, useEndpointNames } from './endpoint-names.ts'
export { EndpointOutcomes } from './endpoint-outcomes.tsx'
export { RefusedCreation } from './form/refused-creation.tsx'
export {
  endpointList,
  forgetTurnedOff,
  noteTurnedOff,
  repointEndpoint,
  turnedOffEndpoints,
} from './queries.ts'
