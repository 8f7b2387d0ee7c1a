export const showMs = (ms: number): string => (ms < 10 ? ms.toFixed(1) : ms.toFixed(0));

export const showShare = (share: number): string => `${(share * 100).toFixed(0)} %`;
