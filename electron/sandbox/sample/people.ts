import type { Person } from '../workspace.ts'

const names = [
  'Noor Haddad',
  'Ada Lindqvist',
  'Tomás Herrera',
  'Mei-Ling Chou',
  'Priya Raman',
  'Jonas Weber',
  'Aiko Tanabe',
  'Samuel Osei',
  'Leïla Benali',
  'Oskar Nyström',
  'Grace Mbeki',
  'Rafael Duarte',
  'Hannah Fischer',
  'Yusuf Demir',
  'Chloé Marchand',
  'Daniel Kowalski',
  'Ingrid Solberg',
  'Mateo Rossi',
  'Zanele Dube',
  'Elif Aksoy',
  'Patrick O’Hara',
  'Sofia Petrova',
  'Kenji Morita',
  'Amara Nwosu',
  'Lucas Ferreira',
  'Freya Madsen',
  'Omar Farouk',
  'Julia Novak',
  'Wei Zhang',
  'Beatriz Campos',
  'Arjun Mehta',
  'Nina Bergström',
] as const

/** Invented people. The first one is the user who owns the sandbox key. */
export const people: readonly [Person, ...Person[]] = [
  personOf(names[0]),
  ...names.slice(1).map((name) => personOf(name)),
]

export const guests: readonly [Person, ...Person[]] = [
  personOf('Marta Quill', 'northwind.example.com'),
  personOf('Idris Vale', 'northwind.example.com'),
  personOf('Helena Croft', 'bluefjord.example.com'),
  personOf('Ken Abara', 'bluefjord.example.com'),
  personOf('Rosa Tinto', 'halcyon.example.com'),
  personOf('Pavel Strand', 'halcyon.example.com'),
  personOf('Lin Okada', 'tidewater.example.com'),
  personOf('Vera Sand', 'tidewater.example.com'),
]

function personOf(name: string, host = 'example.com'): Person {
  const letters = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
  return { name, email: `${letters.replaceAll(' ', '.')}@${host}` }
}
