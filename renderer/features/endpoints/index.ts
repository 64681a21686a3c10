export { type EndpointNames, useEndpointNames, useSameNames } from './endpoint-names.ts'
export { EndpointOutcomes } from './endpoint-outcomes.tsx'
export { finishCreation } from './endpoint-requests.ts'
export { type FolderNames, useFolderNames } from './folder-names.ts'
export { FolderPicker } from './form/folder-picker.tsx'
export { RefusedCreation } from './form/refused-creation.tsx'
export {
  addDisabledEndpoints,
  disabledEndpoints,
  dismissDisabledEndpoints,
  endpointList,
  isUndecided,
  repointEndpoint,
  unfinishedCreations,
  updateEndpoint,
} from './queries.ts'
export { dismissReplacement, replacementList } from './replacement/queries.ts'
export { useReplacedEndpoints } from './replacement/use-replaced-endpoints.ts'
export { whySecretHidden } from './secret/why-hidden.ts'
export { switchEndpoint } from './switch-endpoint.ts'
export { useEndpointRequest } from './use-endpoint-request.ts'
