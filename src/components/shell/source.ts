// Where the project's source can be read, if this build knows. Knows nothing else.

const repository = process.env.GITHUB_REPOSITORY;

export const sourceUrl: string | undefined =
  process.env.SOURCE_URL ?? (repository ? `https://github.com/${repository}` : undefined);
