import { tokens } from '@qr-attendance/ui-kit';
import { SELFIE } from '@qr-attendance/contracts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** A video that shows a picture of the stream. */
export interface Playing {
  video: HTMLVideoElement;
  stream: MediaStream;
}
interface Props {
  stream: MediaStream | undefined;
  onPlaying: (playing: Playing) => void;
}

/** What the camera sees, cut as the selfie will be, and mirrored: people know themselves so. */
export const LiveVideo = ({ stream, onPlaying }: Props) => {
  const { t } = useTranslation('attendance');
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current && stream) video.current.srcObject = stream;
  }, [stream]);
  return (
    <video
      ref={video}
      aria-label={t('selfie.live')}
      autoPlay
      muted
      playsInline
      onLoadedData={({ currentTarget }) => stream && onPlaying({ video: currentTarget, stream })}
      style={{
        display: 'block',
        width: '100%',
        aspectRatio: `${SELFIE.width} / ${SELFIE.height}`,
        objectFit: 'cover',
        transform: 'scaleX(-1)',
        borderRadius: tokens.borderRadius,
        background: tokens.colorFillSecondary,
      }}
    />
  );
};
