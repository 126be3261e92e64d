export function startNewShop(
  more?: Record<string, string>,
): Promise<{ url: string; link: string; stop: () => Promise<void> }>
