import type { ScopeAdvice } from '#shared/errors.ts'
import { Button } from '#ui/controls/button.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { refused as copy } from '../copy.ts'
import { useFolderNames } from '../folder-names.ts'
import css from './endpoint-form.module.css'

type Choose = (scopes: readonly string[]) => void

/** Explains which scopes the service rejected, and offers scopes that it may accept. */
export function RefusedScopes({
  advice,
  chosen,
  onChoose,
}: {
  readonly advice: ScopeAdvice
  readonly chosen: readonly string[]
  readonly onChoose: Choose
}) {
  return (
    <div role="alert" className={css.refused}>
      <ScopeWords advice={advice} chosen={chosen} />
      <ScopeOffers advice={advice} chosen={chosen} onChoose={onChoose} />
    </div>
  )
}

/** Explains which folder doesn't fit the chosen scopes, and which scopes to add or to use instead. */
export function ScopeWords({
  advice: { folder, offers },
  chosen,
}: {
  readonly advice: ScopeAdvice
  readonly chosen: readonly string[]
}) {
  const [first, ...others] = offers
  return (
    <p>
      {folder ? <FolderNeeds folder={folder} /> : null}{' '}
      {first && others.length === 0 ? <OfferWords offer={first} chosen={chosen} /> : copy.oneOfThese}
    </p>
  )
}

export function ScopeOffers({
  advice: { offers },
  chosen,
  onChoose,
}: {
  readonly advice: ScopeAdvice
  readonly chosen: readonly string[]
  readonly onChoose: Choose
}) {
  return (
    <div className={stackCss.wrap}>
      {offers.map((offer) => (
        <Button key={offer.join()} size="small" onPress={() => onChoose(offer)}>
          <VisibleText text={labelOf(offer, chosen)} />
        </Button>
      ))}
    </div>
  )
}

function FolderNeeds({
  folder: { id, visibility },
}: {
  readonly folder: NonNullable<ScopeAdvice['folder']>
}) {
  const { name } = useFolderNames().of(id)
  return (
    <>
      <b>
        <VisibleText text={name} />
      </b>{' '}
      {visibility === 'private' || visibility === 'workspace'
        ? copy.folderNeeds[visibility]
        : copy.folderDoesNotFit}
    </>
  )
}

function OfferWords({
  offer,
  chosen,
}: {
  readonly offer: readonly string[]
  readonly chosen: readonly string[]
}) {
  const added = addedTo(chosen, offer)
  const named = added ?? offer
  return (
    <>
      {added ? copy.add(named.length) : copy.instead(named.length)}{' '}
      <b>
        <VisibleText text={named.join(copy.and)} />
      </b>
      {added ? '.' : copy.alone}
    </>
  )
}

function labelOf(offer: readonly string[], chosen: readonly string[]): string {
  const added = addedTo(chosen, offer)
  return added ? copy.addLabel(added.join(copy.and)) : copy.insteadLabel(offer.join(copy.and))
}

/** Returns the scopes that an offer adds to the chosen ones, or `null` if the offer doesn't include all of the chosen ones. */
function addedTo(chosen: readonly string[], offer: readonly string[]): readonly string[] | null {
  return chosen.every((scope) => offer.includes(scope))
    ? offer.filter((scope) => !chosen.includes(scope))
    : null
}
